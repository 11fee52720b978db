// Which page shows a route. The compiler asks for each route's.
import { AuditPage } from '../pages/audit';
import { ComparePage } from '../pages/compare';
import { DevicesPage } from '../pages/devices';
import { GeneratePage } from '../pages/generate';
import { HardwarePage } from '../pages/hardware';
import { InventoryPage } from '../pages/inventory';
import { JobPage } from '../pages/job';
import { JobsPage } from '../pages/jobs';
import { MachinesPage } from '../pages/machines';
import { MatrixPage } from '../pages/matrix';
import { MissingPage } from '../pages/missing';
import { PredictionsPage } from '../pages/predictions';
import { QuantizationPage } from '../pages/quantization';
import { QuantizationsPage } from '../pages/quantizations';
import { QueuePage } from '../pages/queue';
import { RunsPage } from '../pages/runs';
import { SchedulesPage } from '../pages/schedules';
import { ScoresPage } from '../pages/scores';
import { SignInPage } from '../pages/sign-in';
import { StartPage } from '../pages/start';
import { TimePage } from '../pages/time';
import { TrainingPage } from '../pages/training';
import { TrainingsPage } from '../pages/trainings';
import { h } from '../dom/h';
import type { Place } from './navigation';
import type { Context, View } from './view';

export function pageOf(context: Context, { route, query }: Place): View {
  const page = { context, query };
  switch (route.page) {
    case 'matrix':
      return { title: 'Matrix', content: h(MatrixPage, page) };
    case 'compare':
      return { title: 'Compare', content: h(ComparePage, page) };
    case 'time':
      return { title: 'Over time', content: h(TimePage, page) };
    case 'hardware':
      return { title: 'Hardware side by side', content: h(HardwarePage, page) };
    case 'inventory':
      return { title: 'Inventory', content: h(InventoryPage, page) };
    case 'runs':
      return { title: 'Runs', content: h(RunsPage, page) };
    case 'start':
      return { title: 'Start a run', content: h(StartPage, { ...page, key: query.toString() }) };
    case 'jobs':
      return { title: 'Jobs', content: h(JobsPage, page) };
    case 'job':
      return { title: 'Run', content: h(JobPage, { context, id: route.id }) };
    case 'machines':
      return { title: 'Machines', content: h(MachinesPage, page) };
    case 'queue':
      return { title: 'Queue', content: h(QueuePage, page) };
    case 'generate':
      return { title: 'Generate a test', content: h(GeneratePage, page) };
    case 'scores':
      return { title: 'Scores', content: h(ScoresPage, page) };
    case 'predictions':
      return { title: 'Predictions', content: h(PredictionsPage, page) };
    case 'trainings':
      return { title: 'Trainings', content: h(TrainingsPage, page) };
    case 'training':
      return { title: 'Training', content: h(TrainingPage, { ...page, id: route.id, key: route.id }) };
    case 'quantizations':
      return { title: 'Quantisations', content: h(QuantizationsPage, page) };
    case 'quantization':
      return { title: 'Quantisation', content: h(QuantizationPage, { ...page, id: route.id, key: route.id }) };
    case 'schedules':
      return { title: 'Schedules', content: h(SchedulesPage, page) };
    case 'devices':
      return { title: 'Connect a device', content: h(DevicesPage, page) };
    case 'audit':
      return { title: 'Audit log', content: h(AuditPage, page) };
    case 'sign-in':
      return { title: 'Sign in', content: h(SignInPage, page) };
    case 'missing':
      return { title: 'No such page', content: h(MissingPage, {}) };
  }
}
