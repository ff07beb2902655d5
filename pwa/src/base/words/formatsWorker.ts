/** Makes a format of numbers and one of dates, so that the page's process has what all formats need; see `warmFormats`. */
new Intl.NumberFormat('en').format(1);
new Intl.DateTimeFormat('en').format(0);
postMessage('warm');
