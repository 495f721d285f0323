import { ModelError } from '@plumbline/bim/model'

/** No fault of the file: it is not tried again by itself, because nothing makes room by itself. */
export const diskFullError = () =>
  new ModelError(
    'DISK_FULL',
    'The disk of this server is full.',
    'Ask its operator to make room, then restart the processing',
  )
