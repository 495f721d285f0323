import GLib from 'gi://GLib'
import Gtk from 'gi://Gtk?version=3.0'
import WebKit from 'gi://WebKit2?version=4.1'
import System from 'system'

/**
 * A window with one page of WebKitGTK and a profile on the disk, run by GJS: `gjs -m window.js <folder of the profile>`.
 * WebKit's own MiniBrowser forgets everything that a page stores once a driver controls it.
 */

const [folder] = System.programArgs
Gtk.init(null)
const website_data_manager = new WebKit.WebsiteDataManager({
  base_data_directory: `${folder}/data`,
  base_cache_directory: `${folder}/cache`,
})
website_data_manager
  .get_cookie_manager()
  .set_persistent_storage(`${folder}/cookies.sqlite`, WebKit.CookiePersistentStorage.SQLITE)
const web_context = new WebKit.WebContext({ website_data_manager })
web_context.set_automation_allowed(true)
web_context.connect('automation-started', (_context, session) => {
  const info = new WebKit.ApplicationInfo()
  info.set_name('Plumbline')
  session.set_application_info(info)
  session.connect('create-web-view', () => {
    const view = new WebKit.WebView({ web_context, is_controlled_by_automation: true })
    const window = new Gtk.Window({ default_width: 1440, default_height: 900 })
    window.add(view)
    window.show_all()
    return view
  })
})
new GLib.MainLoop(null, false).run()
