/** Features that some supported browsers lack, and the reason why the app may use them. */
export interface Allowed {
  /** Paths in the compatibility data. */
  readonly features: readonly string[];
  /** The effect in browsers without them. */
  readonly reason: string;
}

/** Entries that nothing uses are reported. */
export const allowedInApp: readonly Allowed[] = [
  {
    features: [
      'api.Window.beforeinstallprompt_event',
      'api.Window.appinstalled_event',
      'api.ServiceWorkerGlobalScope.sync_event',
      'api.ServiceWorkerGlobalScope.pushsubscriptionchange_event',
      'api.ServiceWorkerGlobalScope.notificationclick_event',
      'api.NotificationEvent.notification',
    ],
    reason:
      'The event never comes: the app is installed from the menu, sends when it is opened, and asks again to notify.',
  },
  {
    features: ['api.Window.beforeunload_event'],
    reason:
      'Safari on iOS leaves without asking; drafts are stored, and other texts are lost as in any page there.',
  },
  {
    features: ['api.Document.resume_event'],
    reason: 'Other events and a late timer show that the page slept.',
  },
  { features: ['api.Request.body'], reason: 'Only Chromium shares with installed apps.' },
  {
    features: ['api.HTMLElement.focus.options_preventScroll_parameter'],
    reason: 'The page may scroll to the focus.',
  },
  {
    features: [
      'api.CanvasRenderingContext2D.imageSmoothingQuality',
      'api.createImageBitmap.options_resizeQuality_parameter',
    ],
    reason: 'Pictures are a little less smooth.',
  },
  {
    features: ['api.Navigator.clearAppBadge'],
    reason: 'It comes with `setAppBadge`, for which the app checks.',
  },
  { features: ['html.elements.input.capture'], reason: 'Desktops open a file dialog instead of a camera.' },
  {
    features: [
      'css.at-rules.font-face.size-adjust',
      'css.at-rules.font-face.ascent-override',
      'css.at-rules.font-face.descent-override',
      'css.at-rules.font-face.line-gap-override',
    ],
    reason: 'Text moves a little when its font arrives.',
  },
  {
    features: ['css.properties.scrollbar-gutter', 'css.properties.scrollbar-gutter.stable'],
    reason: 'The page may move by the width of a scroll bar.',
  },
  {
    features: [
      'css.properties.scrollbar-color',
      'css.properties.scrollbar-width',
      'css.properties.scrollbar-width.thin',
    ],
    reason: 'Scroll bars look like those of the system.',
  },
  {
    features: [
      'css.properties.text-wrap',
      'css.properties.text-wrap.balance',
      'css.properties.text-wrap.pretty',
    ],
    reason: 'Lines break where they are full.',
  },
  {
    features: ['css.properties.overflow-anchor', 'css.properties.overflow-anchor.none'],
    reason: 'It turns off what these browsers never do.',
  },
  {
    features: ['css.properties.-webkit-tap-highlight-color', 'css.selectors.selection'],
    reason: 'The mark of a tap or a selection has the browser’s color.',
  },
  {
    features: [
      'css.properties.cursor.pointer',
      'css.properties.cursor.not-allowed',
      'css.properties.cursor.default',
    ],
    reason: 'There is no pointer.',
  },
  {
    features: ['css.selectors.-webkit-slider-thumb', 'css.selectors.-moz-range-thumb'],
    reason: 'There is a rule for each engine.',
  },
  {
    features: ['css.selectors.nesting'],
    reason: 'The build writes rules out for the oldest supported browsers.',
  },
];

/** Also in the build: features that libraries use, and those of Tailwind's classes. */
export const allowedInBuild: readonly Allowed[] = [
  {
    features: ['javascript.builtins.Uint8Array.fromBase64', 'javascript.builtins.Uint8Array.fromHex'],
    reason: '@scure/base checks for them when it is loaded, and has its own code.',
  },
  {
    features: [
      'api.Window.navigation',
      'api.NetworkInformation.downlink',
      'api.Document.startViewTransition',
    ],
    reason:
      'React checks for the first two, and uses the last only for `<ViewTransition>`, which the app does not.',
  },
  {
    features: ['api.IntersectionObserver.delay'],
    reason: 'An option of React’s scheduler has the same name.',
  },
  {
    features: [
      'css.properties.content-visibility',
      'css.properties.content-visibility.auto',
      'css.properties.contain-intrinsic-size',
    ],
    reason: 'Rows and sections outside of the view are rendered too.',
  },
  {
    features: ['css.properties.field-sizing', 'css.properties.field-sizing.content'],
    reason: 'A text field scrolls instead of growing with its text.',
  },
  {
    features: [
      'css.properties.resize',
      'css.properties.resize.vertical',
      'css.properties.resize.both',
      'css.properties.resize.none',
    ],
    reason: 'A text field has no handle there.',
  },
  { features: ['css.properties.cursor.move'], reason: 'There is no pointer.' },
  {
    features: ['css.properties.scrollbar-width.none'],
    reason: 'A row that scrolls sideways shows its scroll bar.',
  },
  {
    features: ['css.properties.text-decoration.dotted'],
    reason: 'Tailwind underlines abbreviations; they have a plain line, or that of the prefixed property.',
  },
  { features: ['css.properties.font-family.ui-monospace'], reason: 'The next font of the list applies.' },
  {
    features: [
      'css.selectors.-webkit-inner-spin-button',
      'css.selectors.-webkit-search-cancel-button',
      'css.selectors.-webkit-scrollbar',
    ],
    reason: 'Firefox has no such buttons, and `scrollbar-width` instead.',
  },
];
