import { removeMyPicture, setMyPicture } from '@plumbline/contract/users/profile'
import { Suspense, startTransition, useState } from 'react'
import { useWrite } from '../api/query.ts'
import { useMe } from '../api/session.ts'
import { uploadFile } from '../api/upload.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { UserPicture } from '../ui/UserPicture.tsx'

const PictureDialog = lazyPart(
  async () => ({ default: (await import('../ui/PictureDialog.tsx')).PictureDialog }),
  { placeless: true },
)

/** The person's own picture, with the dialog that changes it. */
export function MyPicture() {
  const me = useMe()
  const [choosing, setChoosing] = useState<boolean>()
  const remove = useWrite(removeMyPicture, { onError: () => {} })
  return (
    <>
      <UserPicture person={me} onChange={() => startTransition(() => setChoosing(true))} />
      {choosing !== undefined && (
        <Suspense fallback={null}>
          <PictureDialog
            open={choosing}
            onClose={() => setChoosing(false)}
            round
            max_bytes={setMyPicture.upload.max_bytes}
            onUpload={(file, onProgress) => uploadFile(setMyPicture, { file }, onProgress)}
            onRemove={me.picture_id ? () => remove.send({}) : undefined}
          >
            <Avatar person={me} own size="large" decorative />
          </PictureDialog>
        </Suspense>
      )}
    </>
  )
}
