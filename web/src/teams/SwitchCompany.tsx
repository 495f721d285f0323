import { switchTeam, useMe } from '../api/session.ts'
import { useNavigate } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { storage } from '../base/storage.ts'
import { useAppText } from '../base/text.ts'
import { Button } from '../ui/Button.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'

/** Menu items for people in several companies: makes another one current and opens its projects. */
export function SwitchCompany() {
  const text = useAppText()
  const me = useMe()
  const navigate = useNavigate()
  const others = me.teams.filter(({ team_id }) => team_id !== storage.teamId())
  if (others.length === 0) return null
  return (
    <Menu trigger={<Button>{text.switchCompany}</Button>}>
      {others.map(({ team_id, team }) => (
        <MenuItem
          key={team_id}
          onSelect={() => {
            switchTeam(team_id)
            navigate(paths.projects)
          }}
        >
          {team.name}
        </MenuItem>
      ))}
    </Menu>
  )
}
