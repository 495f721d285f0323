import {
  type PermissionLevel,
  type ProjectRole,
  permissionLevels,
  projectRoles,
} from '@plumbline/contract/roles'
import { useProjectText } from '../projects/text.ts'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'
import { useAccessText } from './text.ts'

/** Fields for a role and a permission level, with an explanation of each level. */
export function RoleAndLevelFields(props: {
  role: ProjectRole
  level: PermissionLevel
  onRole: (role: ProjectRole) => void
  onLevel: (level: PermissionLevel) => void
}) {
  const text = useAccessText()
  const { roles, levels } = useProjectText()
  return (
    <div className="grid gap-x-3 gap-y-2 sm:grid-cols-2">
      <Field label={text.role} required>
        <Select
          options={projectRoles.map((value) => ({ value, label: roles[value] }))}
          value={props.role}
          onChange={(role) => role && props.onRole(role)}
        />
      </Field>
      <Field label={text.level} help={text.levelHelp[props.level]} required>
        <Select
          options={permissionLevels.map((value) => ({ value, label: levels[value] }))}
          value={props.level}
          onChange={(level) => level && props.onLevel(level)}
        />
      </Field>
    </div>
  )
}
