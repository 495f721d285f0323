const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML content and attribute values. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] as string)
}

const CSS = `:root{color-scheme:light dark;--canvas:#f7f5f2;--surface:#fff;--line:#dedad4;--text:#23201d;--muted:#5f5b56;--link:#1259b5}
@media (prefers-color-scheme:dark){:root{--canvas:#191715;--surface:#221f1d;--line:#3a3632;--text:#efece8;--muted:#aaa49d;--link:#8ab8f5}}
*{box-sizing:border-box}body{margin:0;background:var(--canvas);color:var(--text);font:14px/20px Inter,system-ui,sans-serif}
main{max-width:960px;margin:0 auto;padding:32px 16px}h1{font-size:26px;line-height:32px;margin:0 0 8px}h2{font-size:20px;line-height:28px;margin:32px 0 8px}
p{margin:0 0 16px;max-width:70ch}a{color:var(--link)}.muted{color:var(--muted)}code,pre{font:12px/16px ui-monospace,monospace}
details,article{background:var(--surface);border:1px solid var(--line);border-radius:10px;margin:8px 0;padding:12px 16px}summary{cursor:pointer;overflow-wrap:anywhere}
pre{overflow:auto;max-height:480px;margin:8px 0 0}table{border-collapse:collapse;width:100%}td,th{text-align:start;vertical-align:top;padding:4px 12px 4px 0;border-bottom:1px solid var(--line)}
.method{display:inline-block;min-width:56px;font-weight:600}iframe{width:100%;height:520px;border:1px solid var(--line);border-radius:10px;background:#fff}`

/** Stylesheet of the pages that the server renders. */
export const pageStylesheet = { url: '/server-pages.css', text: CSS }

/** Renders a server page without scripts, with one stylesheet. */
export function renderPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="${pageStylesheet.url}"></head><body><main>${body}</main></body></html>`
}
