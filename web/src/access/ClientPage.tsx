import { useSyncExternalStore } from 'react'
import { installation } from '../app/installation.ts'
import { useSearch } from '../app/navigation.tsx'
import { paths } from '../app/paths.ts'
import { OutsidePage } from '../auth/OutsidePage.tsx'
import { Button } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import { JoinForm } from './JoinForm.tsx'
import { useAccessText } from './text.ts'

/** Joining a project from outside, by its code: typed, scanned, or in the link of its QR code. */
export function ClientPage() {
  const text = useAccessText()
  const [{ code }] = useSearch()
  const mayInstall = useSyncExternalStore(installation.subscribe, installation.isOffered)
  const footer = (
    <>
      <Link href={paths.projects}>{text.toProjects}</Link>
      {mayInstall && (
        <Button size="small" onClick={() => void installation.install()}>
          {text.install}
        </Button>
      )}
    </>
  )
  return (
    <OutsidePage title={text.join} hint={text.joinHint} footer={footer}>
      <JoinForm code={code} />
    </OutsidePage>
  )
}
