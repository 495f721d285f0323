import { Button } from '../ui/Button.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { useNavigate } from './navigation.tsx'
import { paths } from './paths.ts'
import { switchTeam, useMe } from './session.ts'
import { storage } from './storage.ts'
import { useAppText } from './text.ts'

/** For those in several companies: makes another one current and goes to its projects. */
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
