import type { BcfView, Bitmap } from '@plumbline/contract/issues/viewpoints'
import { isNoCamera, USUAL_RATIO, verticalOf, WIDEST } from '../camera.ts'
import { allOf, firstOf, textOf, type XmlElement } from '../xml/read.ts'
import { folderOf } from '../zip/names.ts'
import { readComponents } from './components.ts'
import type { Reading } from './reading.ts'
import { readNumber } from './values.ts'

type Point = Bitmap['location']
type Direction = Pick<
  NonNullable<BcfView['perspective_camera']>,
  'camera_view_point' | 'camera_direction' | 'camera_up_vector'
>

const MOST_PLANES = 64

function readPoint(parent: XmlElement, name: string): Point | undefined {
  const element = firstOf(parent, name)
  const [x, y, z] = ['X', 'Y', 'Z'].map((axis) => readNumber(textOf(element, axis)))
  return x === undefined || y === undefined || z === undefined ? undefined : { x, y, z }
}

const readVector = (parent: XmlElement, name: string): Point | undefined => {
  const vector = readPoint(parent, name)
  return vector && (vector.x !== 0 || vector.y !== 0 || vector.z !== 0) ? vector : undefined
}

function readDirection(camera: XmlElement): Direction | undefined {
  const camera_view_point = readPoint(camera, 'CameraViewPoint')
  const camera_direction = readVector(camera, 'CameraDirection')
  const camera_up_vector = readVector(camera, 'CameraUpVector')
  if (!camera_view_point || !camera_direction || !camera_up_vector) return undefined
  return { camera_view_point, camera_direction, camera_up_vector }
}

/** Reads the XML of one viewpoint; items with invalid numbers are dropped. */
class ViewReader {
  private readonly reading: Reading
  private readonly root: XmlElement
  private readonly entry: string
  /** aspect ratio of the snapshot, read only when the camera does not state it */
  private readonly ratio: () => Promise<number | undefined>

  constructor(reading: Reading, root: XmlElement, entry: string, ratio: () => Promise<number | undefined>) {
    this.reading = reading
    this.root = root
    this.entry = entry
    this.ratio = ratio
  }

  private bad(what: string): undefined {
    this.reading.warn('BAD_GEOMETRY', `${this.entry}: ${what}`)
    return undefined
  }

  private async aspect(camera: XmlElement): Promise<{ said: boolean; aspect_ratio: number }> {
    const said = readNumber(textOf(camera, 'AspectRatio'))
    if (said !== undefined && said > 0) return { said: true, aspect_ratio: said }
    return { said: false, aspect_ratio: (await this.ratio()) ?? USUAL_RATIO }
  }

  private async perspective(): Promise<BcfView['perspective_camera']> {
    const camera = firstOf(this.root, 'PerspectiveCamera')
    if (!camera) return undefined
    const direction = readDirection(camera)
    if (!direction) return this.bad('PerspectiveCamera')
    const { said, aspect_ratio } = await this.aspect(camera)
    const angle = readNumber(textOf(camera, 'FieldOfView'))
    const isAngle = angle !== undefined && angle > 0 && angle < 180
    if (!isAngle) this.bad('FieldOfView')
    const horizontal = isAngle ? angle : WIDEST
    const isVertical = said || this.reading.version === '3.0'
    const field_of_view = isVertical && isAngle ? angle : verticalOf(horizontal, aspect_ratio)
    return { ...direction, field_of_view, aspect_ratio }
  }

  private async orthogonal(): Promise<BcfView['orthogonal_camera']> {
    const camera = firstOf(this.root, 'OrthogonalCamera')
    if (!camera) return undefined
    const direction = readDirection(camera)
    const view_to_world_scale = readNumber(textOf(camera, 'ViewToWorldScale'))
    if (!direction || view_to_world_scale === undefined || view_to_world_scale <= 0)
      return this.bad('OrthogonalCamera')
    const { aspect_ratio } = await this.aspect(camera)
    const read = { ...direction, view_to_world_scale, aspect_ratio }
    return isNoCamera(read) ? undefined : read
  }

  async cameras(): Promise<Pick<BcfView, 'perspective_camera' | 'orthogonal_camera'>> {
    const perspective_camera = await this.perspective()
    const orthogonal_camera = await this.orthogonal()
    if (!perspective_camera) return { orthogonal_camera }
    if (orthogonal_camera) this.reading.warn('LEFT_OUT', `${this.entry}: OrthogonalCamera`)
    return { perspective_camera }
  }

  private list<T>(name: string, elements: XmlElement[], read: (element: XmlElement) => T | undefined) {
    const { reading } = this
    const items = reading
      .atMost(name, reading.limits.components, elements)
      .map((element) => read(element))
      .filter((item) => item !== undefined)
    if (items.length < elements.length) this.bad(name)
    return items.length > 0 ? items : undefined
  }

  planes(): BcfView['clipping_planes'] {
    const elements = allOf(firstOf(this.root, 'ClippingPlanes'), 'ClippingPlane')
    const planes = this.list('ClippingPlane', elements, (element) => {
      const location = readPoint(element, 'Location')
      const direction = readVector(element, 'Direction')
      return location && direction && { location, direction }
    })
    if (planes && planes.length > MOST_PLANES) this.reading.warn('LEFT_OUT', `${this.entry}: ClippingPlane`)
    return planes?.slice(0, MOST_PLANES)
  }

  lines(): BcfView['lines'] {
    return this.list('Line', allOf(firstOf(this.root, 'Lines'), 'Line'), (element) => {
      const start_point = readPoint(element, 'StartPoint')
      const end_point = readPoint(element, 'EndPoint')
      return start_point && end_point && { start_point, end_point }
    })
  }

  /** Reads bitmaps: named Bitmaps in 2.0, Bitmap in 2.1, in a list in 3.0. */
  bitmaps(): { view: Bitmap[]; entries: string[] } {
    const lists = allOf(this.root, 'Bitmaps')
    const elements = [
      ...lists,
      ...lists.flatMap((list) => allOf(list, 'Bitmap')),
      ...allOf(this.root, 'Bitmap'),
    ]
    const named = elements.filter((element) => firstOf(element, 'Reference'))
    const found = this.list('Bitmap', named, (element) => this.bitmap(element)) ?? []
    return { view: found.map(({ bitmap }) => bitmap), entries: found.map(({ entry }) => entry) }
  }

  private bitmap(element: XmlElement): { bitmap: Bitmap; entry: string } | undefined {
    const reference = textOf(element, 'Reference')
    const entry = reference && this.reading.find(folderOf(this.entry), reference)
    if (!entry) this.reading.warn('MISSING_FILE', reference ?? this.entry)
    const location = readPoint(element, 'Location')
    const normal = readVector(element, 'Normal')
    const up = readVector(element, 'Up')
    const height = readNumber(textOf(element, 'Height'))
    if (!entry || !location || !normal || !up || height === undefined || height <= 0) return undefined
    const format = textOf(element, 'Format') ?? textOf(element, 'Bitmap') ?? entry
    const bitmap_type = /jpe?g$/i.test(format) ? 'jpg' : 'png'
    return { bitmap: { bitmap_type, location, normal, up, height }, entry }
  }
}

export async function readView(
  reading: Reading,
  root: XmlElement,
  entry: string,
  ratio: () => Promise<number | undefined>,
): Promise<{ view: BcfView; bitmaps: string[] }> {
  const reader = new ViewReader(reading, root, entry, ratio)
  const bitmaps = reader.bitmaps()
  const view: BcfView = {
    ...(await reader.cameras()),
    clipping_planes: reader.planes(),
    lines: reader.lines(),
    components: readComponents(reading, firstOf(root, 'Components'), entry),
    bitmaps: bitmaps.view.length > 0 ? bitmaps.view : undefined,
  }
  return { view, bitmaps: bitmaps.entries }
}
