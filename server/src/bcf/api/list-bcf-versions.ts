import { bcfVersionEntries } from './foundation.ts'

export const listBcfVersions = async () => ({ versions: bcfVersionEntries })
