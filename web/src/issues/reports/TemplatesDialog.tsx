import {
  createIssueTemplate,
  deleteIssueTemplate,
  type IssueTemplate,
  listIssueTemplates,
} from '@plumbline/contract/issues/lists'
import type { Project } from '@plumbline/contract/projects/projects'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { LoadingState } from '../../api/LoadingState.tsx'
import { useRead, useWrite } from '../../api/query.ts'
import { useTradeWords } from '../../projects/vocabulary.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { toast } from '../../ui/toast.ts'
import { useListText } from '../list/text.ts'
import { useTypeWords } from '../use-type-words.ts'
import { TemplateForm } from './TemplateForm.tsx'

/** Manages issue templates: a list, and a form for a new or existing one. */
export function TemplatesDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const text = useListText()
  const [editing, setEditing] = useState<IssueTemplate | 'new' | null>(null)
  const { data, error, refetch } = useRead(listIssueTemplates, { params: { id: project.id } })
  const title = { new: text.newTemplate, edit: text.editTemplate, list: text.templatesTitle }[
    editing === 'new' ? 'new' : editing ? 'edit' : 'list'
  ]
  return (
    <Dialog open onClose={onClose} title={title}>
      {editing ? (
        <TemplateForm
          project={project}
          template={editing === 'new' ? null : editing}
          onDone={() => setEditing(null)}
        />
      ) : (
        <>
          {!data && <LoadingState error={error} onRetry={() => void refetch()} rows={2} />}
          {data?.length === 0 && <p className="text-text-muted">{text.noTemplates}</p>}
          <ul>
            {(data ?? []).map((template) => (
              <TemplateRow
                key={template.id}
                project={project}
                template={template}
                onEdit={() => setEditing(template)}
              />
            ))}
          </ul>
          <p className="py-4">
            <Button icon={<Plus aria-hidden />} onClick={() => setEditing('new')}>
              {text.newTemplate}
            </Button>
          </p>
        </>
      )}
    </Dialog>
  )
}

function TemplateRow(props: { project: Project; template: IssueTemplate; onEdit: () => void }) {
  const { project, template } = props
  const text = useListText()
  const typeNames = useTypeWords().names
  const tradeNames = useTradeWords().names
  const { id, title, fields, due_in_days } = template
  const params = { id: project.id }
  const create = useWrite(createIssueTemplate)
  const remove = useWrite(deleteIssueTemplate, {
    onDone: () =>
      toast.success({
        title: text.templateDeleted(title),
        action: { label: text.undo, run: () => create.run({ params, body: { title, fields, due_in_days } }) },
      }),
  })
  const words = [fields.type && typeNames[fields.type], fields.trade && tradeNames[fields.trade]]
  return (
    <li className="flex min-h-11 items-center gap-2 border-line border-b py-1">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{title}</span>
        <span className="block truncate text-13 text-text-muted">{words.filter(Boolean).join(' · ')}</span>
      </span>
      <IconButton name={text.editTemplateNamed(title)} icon={<Pencil aria-hidden />} onClick={props.onEdit} />
      <IconButton
        name={text.deleteTemplate(title)}
        icon={<Trash2 aria-hidden />}
        onClick={() => remove.run({ params: { ...params, templateId: id } })}
      />
    </li>
  )
}
