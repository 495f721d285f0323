import { useSyncExternalStore } from 'react'
import { VisitorLayout } from '../auth/VisitorLayout.tsx'
import { installation } from '../base/installation.ts'
import { useSearch } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { Button } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import { JoinForm } from './JoinForm.tsx'
import { useAccessText } from './text.ts'

/** The page for joining a project by its code: typed, scanned, or taken from the link of its QR code. */
export function ClientPage() {
  const text = useAccessText()
  const [{ code }] = useSearch()
  const mayInstall = useSyncExternalStore(installation.subscribe, installation.isOffered)
  const footer = (
    <>
      <Link href={paths.projects} className="touch-target">
        {text.toProjects}
      </Link>
      {mayInstall && (
        <Button size="small" onClick={() => void installation.install()}>
          {text.install}
        </Button>
      )}
    </>
  )
  return (
    <VisitorLayout title={text.join} hint={text.joinHint} footer={footer}>
      <JoinForm code={code} />
    </VisitorLayout>
  )
}
