import { planDayTool } from './plan-day.ts';
import { findTool, historyTool, proposalsTool } from './read-tools.ts';
import type { Tool } from './tool.ts';
import { addTool, changeTool, completeTool } from './write-tools.ts';

/** Everything that agents can call, in the order that they are told. It never depends on the caller. */
export const TOOLS: readonly Tool[] = [
  findTool,
  addTool,
  changeTool,
  completeTool,
  planDayTool,
  historyTool,
  proposalsTool,
];
