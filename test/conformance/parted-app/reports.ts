// A blueprint inside another blueprint.
import { Blueprint } from 'framework';
import { ofReports, user } from './layers.js';

export const reports = new Blueprint({ middleware: [ofReports] });

export class Reports {
  @reports.route('/')
  year(year: string) {
    return { year, user: user.value.name };
  }

  @reports.route('/{month}')
  month(month: string, year: string) {
    return { year, month };
  }
}

export const total = reports.route('/{month}/total')((year, month) => ({ year, month }));
