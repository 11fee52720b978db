// Which page shows a route. The compiler asks for each route's.
import { auditPage } from '../pages/audit';
import { comparePage } from '../pages/compare';
import { devicesPage } from '../pages/devices';
import { generatePage } from '../pages/generate';
import { hardwarePage } from '../pages/hardware';
import { inventoryPage } from '../pages/inventory';
import { jobPage } from '../pages/job';
import { jobsPage } from '../pages/jobs';
import { matrixPage } from '../pages/matrix';
import { missingPage } from '../pages/missing';
import { runsPage } from '../pages/runs';
import { schedulesPage } from '../pages/schedules';
import { scoresPage } from '../pages/scores';
import { signInPage } from '../pages/sign-in';
import { startPage } from '../pages/start';
import { timePage } from '../pages/time';
import type { Place } from './navigation';
import type { Context, View } from './view';

export function pageOf(context: Context, { route, query }: Place): View {
  switch (route.page) {
    case 'matrix':
      return matrixPage(context, query);
    case 'compare':
      return comparePage(context, query);
    case 'time':
      return timePage(context, query);
    case 'hardware':
      return hardwarePage(context, query);
    case 'inventory':
      return inventoryPage(context);
    case 'runs':
      return runsPage(context, query);
    case 'start':
      return startPage(context, query);
    case 'jobs':
      return jobsPage(context);
    case 'job':
      return jobPage(context, route.id);
    case 'generate':
      return generatePage(context, query);
    case 'scores':
      return scoresPage(context);
    case 'schedules':
      return schedulesPage(context);
    case 'devices':
      return devicesPage(context);
    case 'audit':
      return auditPage(context);
    case 'sign-in':
      return signInPage(context, query);
    case 'missing':
      return missingPage();
  }
}
