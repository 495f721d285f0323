/** Permission levels in a project, ascending: each includes the previous ones. */
export const permissionLevels = ['VIEWER', 'CONTRIBUTOR', 'EDITOR', 'ADMIN'] as const
export type PermissionLevel = (typeof permissionLevels)[number]

/** Roles in a company, ascending. There is exactly one OWNER. */
export const teamRoles = ['MEMBER', 'ADMIN', 'OWNER'] as const
export type TeamRole = (typeof teamRoles)[number]

/** Jobs in a project; they grant no permissions. */
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

export function levelAtLeast(level: PermissionLevel, needed: PermissionLevel): boolean {
  return permissionLevels.indexOf(level) >= permissionLevels.indexOf(needed)
}

export function teamRoleAtLeast(role: TeamRole, needed: TeamRole): boolean {
  return teamRoles.indexOf(role) >= teamRoles.indexOf(needed)
}

const contributors: readonly ProjectRole[] = [
  'SUBCONTRACTOR',
  'SURVEYOR',
  'QUALITY_SAFETY',
  'FACILITY_MANAGER',
  'OTHER',
]
/** The default level for a role; never ADMIN, which must be chosen explicitly. */
export function suggestedLevel(role: ProjectRole): PermissionLevel {
  if (role === 'OWNER') return 'VIEWER'
  return contributors.includes(role) ? 'CONTRIBUTOR' : 'EDITOR'
}
