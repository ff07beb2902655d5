import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

const heading = createElement('h1', null, 'An empty page of React');
createRoot(document.getElementById('root')).render(createElement('main', null, heading));
