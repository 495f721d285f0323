/** Permission levels in a project, ascending: each includes the ones before it. */
export const permissionLevels = ['VIEWER', 'CONTRIBUTOR', 'EDITOR', 'ADMIN'] as const
export type PermissionLevel = (typeof permissionLevels)[number]

/** Roles in a company, ascending. Exactly one member is OWNER. */
export const teamRoles = ['MEMBER', 'ADMIN', 'OWNER'] as const
export type TeamRole = (typeof teamRoles)[number]

/** The job of a member in a project; it grants no permissions. */
export const projectRoles = [
  'OWNER',
  'PROJECT_MANAGER',
  'ARCHITECT',
  'STRUCTURAL_ENGINEER',
  'MEP_ENGINEER',
  'BIM_COORDINATOR',
  'GENERAL_CONTRACTOR',
  'SITE_MANAGER',
  'SUBCONTRACTOR',
  'QUALITY_SAFETY',
  'SURVEYOR',
  'FACILITY_MANAGER',
  'OTHER',
] as const
export type ProjectRole = (typeof projectRoles)[number]

export function isLevelAtLeast(level: PermissionLevel, needed: PermissionLevel): boolean {
  return permissionLevels.indexOf(level) >= permissionLevels.indexOf(needed)
}

export function isTeamRoleAtLeast(role: TeamRole, needed: TeamRole): boolean {
  return teamRoles.indexOf(role) >= teamRoles.indexOf(needed)
}

const contributors: readonly ProjectRole[] = [
  'SUBCONTRACTOR',
  'SURVEYOR',
  'QUALITY_SAFETY',
  'FACILITY_MANAGER',
  'OTHER',
]
/** The suggested level for a role; never ADMIN, which is always chosen explicitly. */
export function suggestLevel(role: ProjectRole): PermissionLevel {
  if (role === 'OWNER') return 'VIEWER'
  return contributors.includes(role) ? 'CONTRIBUTOR' : 'EDITOR'
}
