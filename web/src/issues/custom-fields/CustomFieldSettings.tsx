import { updateCustomField } from '@plumbline/contract/issues/custom-fields'
import type { Project } from '@plumbline/contract/projects/projects'
import { Archive } from 'lucide-react'
import { LoadingState } from '../../api/LoadingState.tsx'
import { toastError, useWrite } from '../../api/query.ts'
import { MoveButtons } from '../../projects/MoveButtons.tsx'
import { Button } from '../../ui/Button.tsx'
import { SettingsList } from '../../ui/SettingsList.tsx'
import { useTypeWords } from '../use-type-words.ts'
import { CustomFieldDialog } from './CustomFieldDialog.tsx'
import { useCustomFieldsText } from './text.ts'
import { useCustomFields } from './use-custom-fields.ts'

/** The project's custom fields, reordered with arrow buttons; archived ones below. */
export function CustomFieldSettings({ project }: { project: Project }) {
  const text = useCustomFieldsText()
  const types = useTypeWords().names
  const { read, offered, byId } = useCustomFields(project.id)
  const change = useWrite(updateCustomField, { onError: toastError })
  const archived = [...byId.values()].filter((field) => field.archived)
  const at = (id: string) => ({ id: project.id, customFieldId: id })
  return (
    <SettingsList
      title={text.title}
      hint={text.hint}
      add={text.add}
      rows={read.data && offered}
      loading={<LoadingState error={read.error} onRetry={() => void read.refetch()} rows={3} />}
      empty={text.none}
      nameOf={({ name }) => name}
      edit={text.edit}
      remove={{
        name: text.archive,
        icon: <Archive aria-hidden />,
        title: text.archiveTitle,
        action: text.archiveTitle,
        hint: text.archiveHint,
        run: ({ id }) => change.send({ params: at(id), body: { archived: true } }),
      }}
      renderRow={({ id, name, kind, required_for }, index) => {
        const required = required_for.map((type) => types[type]).join(', ')
        return (
          <>
            <div className="min-w-0 flex-1">
              <p className="wrap-anywhere">{name}</p>
              <p className="text-13 text-text-muted">
                {[text.kinds[kind], required && text.required(required)].filter(Boolean).join(' · ')}
              </p>
            </div>
            <MoveButtons
              name={name}
              index={index}
              count={offered.length}
              onMove={(order) => change.run({ params: at(id), body: { order } })}
            />
          </>
        )
      }}
      renderDialog={({ row, ...dialog }) => (
        <CustomFieldDialog projectId={project.id} field={row && (byId.get(row.id) ?? row)} {...dialog} />
      )}
    >
      {archived.length > 0 && (
        <details className="mt-2">
          <summary className="w-fit cursor-pointer rounded-mark py-1.5 text-13 text-text-muted pointer-coarse:py-3">
            {text.archived(archived.length)}
          </summary>
          <ul className="divide-y divide-line">
            {archived.map(({ id, name }) => (
              <li key={id} className="flex items-center gap-2 py-1.5 text-text-muted">
                <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
                <Button
                  size="small"
                  aria-label={text.restore(name)}
                  onClick={() => change.run({ params: at(id), body: { archived: false } })}
                >
                  {text.restoreShort}
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </SettingsList>
  )
}
