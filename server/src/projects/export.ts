import { type ExportPart, readAllPages } from '../users/export-parts.ts'
import { selectVisibleProjects } from './visible-projects.ts'

/** Data export: the projects visible to the user, with their role and level. */
export const projectParts: ExportPart[] = [
  {
    name: 'projects',
    rows: ({ tx, actor }) =>
      readAllPages((after, limit) =>
        selectVisibleProjects(tx, actor.user_id)
          .clearSelect()
          .select([
            'projects.id',
            'projects.name',
            'projects.code',
            'projects.description',
            'projects.address',
          ])
          .select(['projects.status', 'projects.created_at', 'teams.name as team_name'])
          .select(['me.role', 'me.permission_level', 'me.created_at as joined_at'])
          .where('projects.id', '>', after)
          .orderBy('projects.id')
          .limit(limit)
          .execute(),
      ),
  },
]
