import { BoxGeometry, Mesh, MeshBasicMaterial, PerspectiveCamera, Scene, WebGLRenderer } from 'three'

// The least that a page can do with three.js: the reference that the viewer's first picture is measured against.
const canvas = document.querySelector('canvas') as HTMLCanvasElement
const renderer = new WebGLRenderer({ canvas, antialias: true })
renderer.setPixelRatio(Math.min(devicePixelRatio, 2))
renderer.setSize(canvas.clientWidth, canvas.clientHeight, false)
const camera = new PerspectiveCamera(45, canvas.clientWidth / canvas.clientHeight)
camera.position.z = 5
const scene = new Scene()
scene.add(new Mesh(new BoxGeometry(), new MeshBasicMaterial()))
requestAnimationFrame(() => {
  renderer.render(scene, camera)
  // The frame after is asked for once this one has been handed over.
  requestAnimationFrame(() => {
    window.firstFrame = performance.now()
  })
})

declare global {
  interface Window {
    /** milliseconds since navigation */
    firstFrame?: number
  }
}
