import { updateMe } from '@plumbline/contract/users/users'
import { useWrite } from '../../api/query.ts'
import { useMe } from '../../api/session.ts'
import { Card } from '../../ui/Card.tsx'
import { RadioGroup } from '../../ui/RadioGroup.tsx'
import { toast } from '../../ui/toast.ts'
import { useMeText } from './text.ts'

/** The person's companies, and the choice of the default one. */
export function CompaniesSection() {
  const text = useMeText()
  const { teams } = useMe()
  const save = useWrite(updateMe, { onDone: () => toast.success() })
  return (
    <Card id="companies" title={text.companies}>
      {teams.length === 0 ? (
        <p>{text.noCompanies}</p>
      ) : (
        <>
          <p className="mb-3 text-text-muted">{text.companiesHint}</p>
          <RadioGroup
            label={text.defaultCompany}
            options={teams.map(({ team, role }) => ({
              value: team.id,
              label: team.name,
              help: text.roles[role],
            }))}
            value={teams.find(({ is_default }) => is_default)?.team_id}
            onChange={(default_team_id) => save.run({ body: { default_team_id } })}
          />
        </>
      )}
    </Card>
  )
}
