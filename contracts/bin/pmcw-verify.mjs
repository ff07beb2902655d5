#!/usr/bin/env node
// Says what a signed profile of a PMCW site is worth: `pmcw-verify https://pmcw.example/ada`.
import { runVerify } from '../dist/signedProfiles/cli.js';

process.exitCode = await runVerify(process.argv.slice(2), process.stdout, process.stderr);
