import { runAccountCommand } from './account-commands.ts';
import { afterRestore } from './after-restore.ts';
import { backUp, rehearse, restore } from './backup.ts';
import type { Command } from './command-line.ts';
import { distribute } from './distribute.ts';
import { exportFile } from './export-file.ts';
import { importFile } from './import-file.ts';
import { moveDatabase } from './move-database.ts';
import { openForAdmin } from './open.ts';
import { showReminders } from './show-reminders.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * Throws a SunglowError without changing anything, except that a move to PostgreSQL may have copied a part.
 */
export async function runCommand(command: Command, surroundings: Surroundings): Promise<void> {
  const { config, print } = surroundings;
  switch (command.name) {
    case 'backup':
      return backUp(command.folder, config, print);
    case 'restore':
      return restore(command.folder, config, print);
    case 'rehearse':
      return rehearse(command.folder, print);
    case 'move-database':
      return moveDatabase(command.to, config, print);
    case 'after-restore': {
      const database = await openForAdmin(config, null);
      try {
        print(`The devices of ${await afterRestore(database)} accounts load anew.`);
      } finally {
        await database.close();
      }
      return;
    }
    case 'reminders': {
      const database = await openForAdmin(config);
      try {
        return await showReminders(database, Date.now(), print);
      } finally {
        await database.close();
      }
    }
    case 'distribute': {
      // Without limits, since distributing a large table takes long.
      const database = await openForAdmin(config, null);
      try {
        return await distribute(database, print);
      } finally {
        await database.close();
      }
    }
    case 'export': {
      const database = await openForAdmin(config);
      try {
        return await exportFile(command, database, print);
      } finally {
        await database.close();
      }
    }
    case 'import': {
      const database = await openForAdmin(config);
      try {
        return await importFile(command, database, print);
      } finally {
        await database.close();
      }
    }
    case 'invite':
    case 'users':
    case 'reset-password':
    case 'sign-out':
    case 'tokens':
    case 'delete': {
      const database = await openForAdmin(config);
      try {
        await runAccountCommand(command, { ...surroundings, database });
      } finally {
        await database.close();
      }
    }
  }
}
