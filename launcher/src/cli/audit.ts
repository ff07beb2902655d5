import { runAuditCli } from '@pmcw/notary';
import { auditPlaces } from '../places.ts';
import { openInstalledLog, runTool } from './tool.ts';

await runTool((tool) => {
  const folder = auditPlaces(tool.settings);
  return runAuditCli(
    process.argv.slice(2),
    { openLog: () => openInstalledLog(tool), folder },
    process.stdout,
  );
});
