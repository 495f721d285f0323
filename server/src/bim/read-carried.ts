import type { CarriedElements } from '@plumbline/bim/carry/element-runs'
import type { Manifest } from '@plumbline/bim/model'

/** Where the elements of chunks from earlier versions are; null for a model without such chunks. */
export async function readCarried(
  { carried_file }: Pick<Manifest, 'carried_file'>,
  read: (name: string) => Promise<Buffer>,
): Promise<CarriedElements | null> {
  if (carried_file === undefined) return null
  return JSON.parse((await read(carried_file)).toString()) as CarriedElements
}
