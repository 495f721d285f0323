import { expect, type Page } from '@playwright/test'

/** Signs in as the demo's person, makes a project and opens its page of files. Returns the project's id. */
export async function openProject(page: Page, name: string): Promise<string> {
  const login = { email: 'demo@plumbline.example', password: 'plumbline-demo' }
  await page.request.post('/api/auth/login', { data: login })
  const cookies = await page.context().cookies()
  const token = cookies.find((cookie) => cookie.name === 'XSRF-TOKEN')?.value ?? ''
  const made = await page.request.post('/api/project', {
    data: { name },
    headers: { 'X-XSRF-TOKEN': decodeURIComponent(token) },
  })
  const { id } = (await made.json()) as { id: string }
  await page.goto(`/project/${id}/models`)
  await expect(page.getByText('Drop an IFC file here')).toBeVisible()
  return id
}
