import '../app.css'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { LanguageProvider } from './LanguageProvider.tsx'
import { startLanguage } from './language.ts'
import { restoreAppearance } from './theme.ts'

restoreAppearance()

const root = document.getElementById('root')
await startLanguage()
if (root)
  createRoot(root).render(
    <LanguageProvider>
      <App />
    </LanguageProvider>,
  )
