/** The version of the application, put in by the build. */
declare const __APP_VERSION__: string

/** The user guide in one language (guide-plugin.ts). */
declare module 'virtual:guide/*' {
  const chapters: import('./help/guide.ts').GuideChapter[]
  export default chapters
}
