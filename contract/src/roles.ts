/** Access of a member in a project, ascending: each level may do what those before it may. */
export const permissionLevels = ['VIEWER', 'CONTRIBUTOR', 'EDITOR', 'ADMIN'] as const
export type PermissionLevel = (typeof permissionLevels)[number]

/** Standing in a company, ascending. One OWNER. */
export const teamRoles = ['MEMBER', 'ADMIN', 'OWNER'] as const
export type TeamRole = (typeof teamRoles)[number]

/** What somebody does in a project. Carries no right. */
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
/** The level proposed for somebody with this role; never ADMIN, which is given on purpose. */
export function suggestLevel(role: ProjectRole): PermissionLevel {
  if (role === 'OWNER') return 'VIEWER'
  return contributors.includes(role) ? 'CONTRIBUTOR' : 'EDITOR'
}
