import { deleteMe } from '@plumbline/contract/users/delete-me'
import { exportMe } from '@plumbline/contract/users/export-me'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { buildCallHeaders, createOfflineError, readError, redirectForError, urlOf } from '../../api/client.ts'
import { forgetDraftFiles } from '../../api/draft-files.ts'
import { discardAllOperations } from '../../api/keep-write.ts'
import { toastError, useWrite } from '../../api/query.ts'
import { endUserSession, useMe } from '../../api/session.ts'
import { drafts } from '../../base/drafts.ts'
import { paths } from '../../base/paths.ts'
import { saveFile } from '../../base/save-file.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { useUiText } from '../../ui/text.tsx'
import { capitalise } from '../../ui/toast.ts'
import { useMeText } from './text.ts'

/** Downloads the person's data and deletes the account. */
export function DataSection() {
  const text = useMeText()
  const [downloading, setWaiting] = useState(false)

  async function download() {
    setWaiting(true)
    try {
      const url = urlOf(exportMe, {})
      const response = await fetch(url, { headers: buildCallHeaders('GET') }).catch(() => {
        throw createOfflineError()
      })
      if (!response.ok) {
        const error = await readError(response)
        redirectForError(url, error)
        throw error
      }
      saveFile(await response.blob(), text.dataFile)
    } catch (error) {
      toastError(error)
    } finally {
      setWaiting(false)
    }
  }
  return (
    <Card id="data" title={text.data}>
      <p className="mb-4 text-text-muted">{text.dataHint}</p>
      <Button icon={<Download aria-hidden />} loading={downloading} onClick={() => void download()}>
        {text.downloadData}
      </Button>
      <DeleteAccount />
    </Card>
  )
}

function DeleteAccount() {
  const text = useMeText()
  const ui = useUiText()
  const me = useMe()
  const [asking, setAsking] = useState(false)
  const remove = useWrite(deleteMe, {
    onDone: () =>
      void Promise.allSettled([discardAllOperations(), forgetDraftFiles(me.id)])
        .then(() => drafts.forget(me.id))
        .then(endUserSession)
        .then(() => location.assign(paths.root)),
    onError: () => setAsking(false),
  })
  const refused = remove.error
  return (
    <div className="mt-6 border-line border-t pt-4">
      <h3 className="font-semibold">{text.deleteAccount}</h3>
      <p className="mt-1 text-text-muted">{text.deleteHint}</p>
      {refused && (
        <div className="mt-3">
          <Banner tone="danger">
            {refused.code === 'offline' ? ui.needsConnection : capitalise(refused.message)}
          </Banner>
        </div>
      )}
      <Button look="danger" className="mt-4" onClick={() => setAsking(true)}>
        {text.deleteAccount}
      </Button>
      <AlertDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={text.deleteAccount}
        action={text.deleteAccount}
        typeToConfirm={{ text: me.email, label: text.typeEmail(me.email) }}
        onConfirm={() => remove.send({}).catch(() => {})}
      >
        <p className="mb-2">{text.deleteHint}</p>
        <ul className="flex list-disc flex-col gap-1 ps-5">
          {text.deleteEffects.map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
      </AlertDialog>
    </div>
  )
}
