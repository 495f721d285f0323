import { type Attachment, getAttachment } from '@plumbline/contract/issues/attachments'
import { urlOf } from '../../api/client.ts'
import { useIssueParams } from './issue-context.ts'

type Rendition = 'picture' | 'marked' | 'marked_thumbnail' | 'original'

/** Builds the download URLs of attachments; the version in them busts the cache when the markup of a photo changes. */
export function useFileUrl() {
  const params = useIssueParams()
  return ({ id, version }: Attachment, as?: Rendition) =>
    urlOf(getAttachment, {
      params: { ...params, attachmentId: id },
      query: as ? { as, v: version } : { v: version },
    })
}
