import '../app.css'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { restoreAppearance } from './theme.ts'

restoreAppearance()

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
