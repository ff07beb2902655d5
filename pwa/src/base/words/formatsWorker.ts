/**
 * Creates one number and one date format, which initializes what all formats of the process need; see `warmFormats`.
 */
new Intl.NumberFormat('en').format(1);
new Intl.DateTimeFormat('en').format(0);
postMessage('warm');
