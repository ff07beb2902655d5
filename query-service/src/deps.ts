import type { CatchUp } from './freshness/catchUp.ts';
import type { UpToDate } from './freshness/upToDate.ts';
import type { ReadModels } from './storage/database.ts';

export interface Deps {
  readonly db: ReadModels;
  readonly upToDate: UpToDate;
  readonly catchUp: CatchUp;
}
