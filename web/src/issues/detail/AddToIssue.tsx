import { addViewpoint } from '@plumbline/contract/issues/issues'
import { Box, Plus } from 'lucide-react'
import { useState } from 'react'
import { useWrite } from '../../api/query.ts'
import { paths } from '../../base/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { useIssueText } from '../text.ts'
import { uploadAttachments } from './attachment-uploads.ts'
import { FileButtons } from './FileButtons.tsx'
import { useIssueParams, useOpenIssue } from './issue-context.ts'
import { listModelIdsOfIssue } from './list-model-ids-of-issue.ts'
import { useDetailText } from './text.ts'
import { UploadRows } from './UploadRows.tsx'

/** One row of buttons that add photos, files and views to the issue or show it in the model, and the uploads on their way. */
export function AddToIssue() {
  const text = useDetailText()
  const issueText = useIssueText()
  const { project, issue, mayContribute, beside } = useOpenIssue()
  const href = paths.viewer(project.id, { issue: issue.number, models: listModelIdsOfIssue(issue) })
  const hasViews = issue.viewpoints.length > 0
  if (!mayContribute && (beside || !hasViews)) return null
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {mayContribute && <FileButtons onFiles={(files) => uploadAttachments(project.id, issue, files)} />}
        {mayContribute && beside && <AddPresentView />}
        {!beside && (
          <ButtonLink size="small" href={href}>
            <Box aria-hidden /> {hasViews ? issueText.showInModel : text.addView}
          </ButtonLink>
        )}
      </div>
      <UploadRows issueId={issue.id} />
    </div>
  )
}

/** Adds the current view of the model next to the issue. */
function AddPresentView() {
  const text = useDetailText()
  const { beside } = useOpenIssue()
  const params = useIssueParams()
  const add = useWrite(addViewpoint)
  const [capturing, setCapturing] = useState(false)
  const capture = async () => {
    if (!beside || capturing) return
    setCapturing(true)
    try {
      add.run({ params, body: await beside.capture() })
    } finally {
      setCapturing(false)
    }
  }
  return (
    <Button
      size="small"
      icon={<Plus aria-hidden />}
      loading={capturing || add.pending}
      onClick={() => void capture()}
    >
      {text.addThisView}
    </Button>
  )
}
