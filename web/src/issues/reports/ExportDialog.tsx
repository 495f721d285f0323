import { bcfFormats, exportBcf, maxBcfTopics } from '@plumbline/contract/bcf/bcf'
import { exportFormats, exportIssues } from '@plumbline/contract/issues/bulk'
import type { Project } from '@plumbline/contract/projects/projects'
import { useState } from 'react'
import { urlOf } from '../../api/client.ts'
import { language } from '../../base/language.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { RadioGroup } from '../../ui/RadioGroup.tsx'
import type { IssueFilterParams, IssueSortOrder } from '../filters/issue-query.ts'
import { buildSelectionFilter, countSelected, type IssueSelection } from '../list/selection.ts'
import { useListText } from '../list/text.ts'

/** maximum number of issues in a PDF report, enforced by the server */
const MAX_IN_PDF = 1000
const formats = [...exportFormats, ...bcfFormats.toReversed()] as const
type ExportFormat = (typeof formats)[number]
const bcfVersionOf = (format: ExportFormat) => bcfFormats.find((version) => version === format)

/** Export of the filtered or selected issues; the file is downloaded through a plain link. */
export function ExportDialog(props: {
  project: Project
  filter: IssueFilterParams
  sort: IssueSortOrder | undefined
  /** number of issues in the list; null until it has been read */
  total: number | null
  selection: IssueSelection
  /** preselected format */
  format: ExportFormat
  onClose: () => void
}) {
  const { project, selection, total } = props
  const text = useListText()
  const chosen = countSelected(selection)
  const narrowed =
    chosen > 0 && selection.kind === 'some' ? buildSelectionFilter(selection, props.filter) : null
  const [format, setFormat] = useState<ExportFormat>(props.format)
  const [scope, setScope] = useState<'selection' | 'filter'>(narrowed ? 'selection' : 'filter')
  const [pictures, setPictures] = useState(true)
  const filter = scope === 'selection' && narrowed ? narrowed : props.filter
  const count = scope === 'selection' ? chosen : (total ?? 0)
  const whole = total === null ? text.scopeWhole : text.scopeFilter(total)
  const version = bcfVersionOf(format)
  const tooMany =
    format === 'pdf' && count > MAX_IN_PDF
      ? text.pdfTooMany
      : version && count > maxBcfTopics && text.bcfTooMany(maxBcfTopics)
  const params = { id: project.id }
  const chosenOnes = { ...filter, sort: props.sort }
  const address = version
    ? urlOf(exportBcf, { params, query: { ...chosenOnes, version } as never })
    : urlOf(exportIssues, {
        params,
        query: {
          ...chosenOnes,
          format,
          language: language.read().locale,
          ...(format === 'pdf' ? { pictures: pictures ? 'true' : 'false' } : {}),
        } as never,
      })
  return (
    <Dialog open linked onClose={props.onClose} title={text.exportTitle}>
      <div className="flex flex-col gap-4">
        <RadioGroup
          label={text.format}
          value={format}
          onChange={setFormat}
          options={formats.map((value) => ({
            value,
            label: text.formats[value],
            help: text.formatHelp[value],
          }))}
        />
        {narrowed ? (
          <RadioGroup
            label={text.scope}
            value={scope}
            onChange={setScope}
            options={[
              { value: 'selection', label: text.scopeSelection(chosen) },
              { value: 'filter', label: whole },
            ]}
          />
        ) : (
          <p>{whole}</p>
        )}
        {format === 'pdf' && <Checkbox label={text.pictures} checked={pictures} onChange={setPictures} />}
        <DialogActions>
          {tooMany ? (
            <Button look="primary" disabled={tooMany}>
              {text.download}
            </Button>
          ) : (
            <ButtonLink look="primary" href={address} download onClick={() => setTimeout(props.onClose)}>
              {text.download}
            </ButtonLink>
          )}
        </DialogActions>
      </div>
    </Dialog>
  )
}
