import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

const root = document.getElementById('root');
if (root === null) throw new Error('There is no place to draw into');
createRoot(root).render(
  <StrictMode>
    <main>
      <h1>An empty page of React</h1>
    </main>
  </StrictMode>,
);
