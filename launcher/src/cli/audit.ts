import { runAuditCli } from '@pmcw/notary';
import { auditPlaces } from '../places.ts';
import { openInstalledLog, runTool } from './tool.ts';

await runTool('audit', (tool) => {
  const { args, out, report } = tool;
  const folder = auditPlaces(tool.settings);
  return runAuditCli(args, { openLog: () => openInstalledLog(tool), folder, report }, out);
});
