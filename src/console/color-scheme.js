// Before anything is drawn: a person who chose the other colours than those of the system sees no flash.
const scheme = localStorage.getItem('color-scheme');
if (scheme === 'light' || scheme === 'dark') document.documentElement.dataset.mantineColorScheme = scheme;
