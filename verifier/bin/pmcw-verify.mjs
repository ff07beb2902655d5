#!/usr/bin/env node
// Verifies a signed profile of a PMCW site: `pmcw-verify https://pmcw.example/ada`.
import { runVerify } from '../dist/cli.js';

process.exitCode = await runVerify(process.argv.slice(2), process.stdout, process.stderr);
