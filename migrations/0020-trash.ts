import type { Knex } from 'knex';

/** Adds the columns of `secrets`. */
const secretColumns = (table: Knex.CreateTableBuilder): void => {
  table.text('folderId').notNullable();
  table.text('key').notNullable();
  table.text('ownerId').notNullable();
  table.text('sharedId');
  table.integer('version').notNullable();
};

/** Adds the columns of who made a change, and when. */
const actorColumns = (table: Knex.CreateTableBuilder): void => {
  table.text('actorType').notNullable();
  table.text('actorId').notNullable();
  table.text('actorName').notNullable();
};

const timeColumns = (table: Knex.CreateTableBuilder): void => {
  table.text('createdAt').notNullable();
  table.text('updatedAt').notNullable();
};

/** Tables for deleted secrets and folders, and the history of folders. */
export const up = async (knex: Knex): Promise<void> => {
  // Versions stay where they are while their secret is in the trash.
  await knex.schema.alterTable('secret_versions', (table) => void table.dropForeign('secretId'));
  await knex.schema.alterTable('secret_versions', (table) => {
    // Null for personal secrets, and for versions that are older than these columns.
    table.text('folderId');
    table.text('changeId');
  });
  await knex.schema.alterTable('secret_versions', (table) => void table.index('changeId'));

  // What versions cannot tell about the contents of folders.
  await knex.schema.createTable('folder_changes', (table) => {
    table.bigIncrements('sequence');
    table.text('changeId').notNullable();
    table.text('projectId').notNullable().references('id').inTable('projects').onDelete('CASCADE');
    table.text('environmentId').notNullable().references('id').inTable('project_environments').onDelete('CASCADE');
    // The parent folder. Without a foreign key, as the objects below: changes outlive what they are about.
    table.text('folderId').notNullable();
    table.text('kind').notNullable();
    table.text('objectId').notNullable();
    table.text('name').notNullable();
    // The other folder of a move.
    table.text('otherFolderId');
    // The former name.
    table.text('otherName');
    table.integer('version');
    table.text('objectCreatedAt').notNullable();
    actorColumns(table);
    table.text('createdAt').notNullable();
    table.index('changeId');
    table.index('objectId');
    table.index('projectId');
    table.index('environmentId');
  });

  // What somebody deleted: a secret, or a folder with everything in it. It has the id of that secret or folder.
  await knex.schema.createTable('trash_items', (table) => {
    table.text('id').primary();
    table.text('projectId').notNullable().references('id').inTable('projects').onDelete('CASCADE');
    table.text('environmentId').notNullable().references('id').inTable('project_environments').onDelete('CASCADE');
    table.text('kind').notNullable();
    // The parent folder, and its path at that time.
    table.text('folderId').notNullable();
    table.text('path').notNullable();
    table.text('name').notNullable();
    // The owner of a personal secret, otherwise empty.
    table.text('ownerId').notNullable();
    table.integer('numberOfSecrets').notNullable();
    actorColumns(table);
    table.text('deletedAt').notNullable();
    table.text('expiresAt').notNullable();
    table.index(['projectId', 'deletedAt', 'id']);
    table.index(['environmentId', 'path', 'deletedAt', 'id']);
    table.index('expiresAt');
  });

  // The rows of deleted secrets and folders, apart from those that reads use.
  await knex.schema.createTable('trashed_secrets', (table) => {
    table.text('id').primary();
    table.text('itemId').notNullable().references('id').inTable('trash_items').onDelete('CASCADE');
    table.text('projectId').notNullable();
    secretColumns(table);
    timeColumns(table);
    table.index('itemId');
    table.index('folderId');
  });

  await knex.schema.createTable('trashed_secret_tags', (table) => {
    table.text('secretId').notNullable().references('id').inTable('trashed_secrets').onDelete('CASCADE');
    table.text('tagId').notNullable();
    // The tag may be renamed or deleted meanwhile.
    table.text('slug').notNullable();
    table.primary(['secretId', 'tagId']);
  });

  await knex.schema.createTable('trashed_folders', (table) => {
    table.text('id').primary();
    table.text('itemId').notNullable().references('id').inTable('trash_items').onDelete('CASCADE');
    table.text('projectId').notNullable();
    table.text('environmentId').notNullable();
    table.text('parentId').notNullable();
    table.text('name').notNullable();
    table.text('path').notNullable();
    table.text('description');
    table.integer('version').notNullable();
    table.text('lastSecretModified');
    timeColumns(table);
    table.index('itemId');
    table.index('parentId');
  });

  await knex.schema.createTable('trashed_imports', (table) => {
    table.text('id').primary();
    table.text('itemId').notNullable().references('id').inTable('trash_items').onDelete('CASCADE');
    table.text('projectId').notNullable();
    table.text('folderId').notNullable();
    table.text('sourceFolderId').notNullable();
    table.integer('position').notNullable();
    table.integer('version').notNullable();
    timeColumns(table);
    table.index('itemId');
  });
};
