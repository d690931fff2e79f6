import { isAnyDo, readAnyDo } from '#src/file/formats/any-do.ts';
import { isGoogleTasks, readGoogleTasks } from '#src/file/formats/google-tasks.ts';
import { isMicrosoftTodo, readMicrosoftTodo } from '#src/file/formats/microsoft-todo.ts';
import { isRememberTheMilk, readRememberTheMilk } from '#src/file/formats/remember-the-milk.ts';
import { isSuperProductivity, readSuperProductivity } from '#src/file/formats/super-productivity.ts';
import { isTasksOrg, readTasksOrg } from '#src/file/formats/tasks-org.ts';
import { isThingsJson, readThingsJson } from '#src/file/formats/things-json.ts';
import { isTodoistJson, readTodoistJson } from '#src/file/formats/todoist-json.ts';
import { isTrello, readTrello } from '#src/file/formats/trello.ts';
import { isVikunja, readVikunja } from '#src/file/formats/vikunja.ts';
import type { ReadContext, ReadFile } from '#src/file/source/source.ts';

/** Reads a parsed file of another app, by the shape of its data. Null for any other. */
export function readForeignJson(value: unknown, context: ReadContext): ReadFile | null {
  if (isTodoistJson(value)) return readTodoistJson(value, context);
  if (isSuperProductivity(value)) return readSuperProductivity(value, context);
  if (isThingsJson(value)) return readThingsJson(value, context);
  if (isVikunja(value)) return readVikunja(value, null, context);
  if (isGoogleTasks(value)) return readGoogleTasks(value, context);
  if (isMicrosoftTodo(value)) return readMicrosoftTodo(value, context);
  if (isTasksOrg(value)) return readTasksOrg(value, context);
  if (isTrello(value)) return readTrello(value, context);
  if (isRememberTheMilk(value)) return readRememberTheMilk(value, context);
  if (isAnyDo(value)) return readAnyDo(value, context);
  return null;
}
