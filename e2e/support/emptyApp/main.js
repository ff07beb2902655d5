import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes } from 'react-router-dom';

const queryClient = new QueryClient();

function Heading() {
  const { data } = useQuery({ queryKey: ['heading'], queryFn: () => 'An empty page of React' });
  return createElement('main', null, createElement('h1', null, data));
}

const routes = createElement(
  Routes,
  null,
  createElement(Route, { index: true, element: createElement(Heading) }),
);
const router = createElement(BrowserRouter, null, routes);
createRoot(document.getElementById('root')).render(
  createElement(QueryClientProvider, { client: queryClient }, router),
);
