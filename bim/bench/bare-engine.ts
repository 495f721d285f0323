import { readFileSync } from 'node:fs'
import { IFCSPACE, IfcAPI, LogLevel } from 'web-ifc'

/**
 * Lower bound for converting a file: opens it, tessellates everything, touches every buffer, writes nothing.
 */
const [file = ''] = process.argv.slice(2)
const api = new IfcAPI()
await api.Init()
api.SetLogLevel(LogLevel.LOG_LEVEL_OFF)
const model = api.OpenModel(new Uint8Array(readFileSync(file)))
let triangles = 0
let sum = 0
const take = (mesh: Parameters<Parameters<IfcAPI['StreamAllMeshes']>[1]>[0]) => {
  for (let index = 0; index < mesh.geometries.size(); index++) {
    const geometry = api.GetGeometry(model, mesh.geometries.get(index).geometryExpressID)
    const vertices = api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize())
    const indices = api.GetIndexArray(geometry.GetIndexData(), geometry.GetIndexDataSize())
    sum += (vertices[0] ?? 0) + (indices[0] ?? 0)
    triangles += indices.length / 3
    geometry.delete()
  }
}
api.StreamAllMeshes(model, take)
api.StreamAllMeshesWithTypes(model, [IFCSPACE], take)
console.log(
  JSON.stringify({
    peak_rss_mb: (process.resourceUsage().maxRSS * 1024) / 1e6,
    triangles,
    finite: Number.isFinite(sum),
  }),
)
